import { PortalContent } from './portal-content.tsx';
import { wake } from './wake.tsx';

wake(PortalContent);
