export { ListSkeleton as default } from '#components/dashboard/skeletons/list-skeleton.tsx';
