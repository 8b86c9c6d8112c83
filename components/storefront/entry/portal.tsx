import { wake } from './hydrate.tsx';
import { PortalContent } from './portal-content.tsx';

wake(PortalContent);
