export { projectRoot } from '#db/project-root.ts';
