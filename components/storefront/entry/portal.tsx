import { hydrate } from './hydrate.tsx';
import { PortalContent } from './portal-content.tsx';

hydrate(PortalContent);
