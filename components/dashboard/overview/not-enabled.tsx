import { Alert } from '../../ui/alert.tsx';

/** Stands on the pages of a store that cannot take real payments yet. */
export function NotEnabled() {
  return (
    <Alert tone="warning" role="note" title="This store cannot sell in prod yet">
      Whoever runs this service has not enabled it. You can publish products and make keys; checkout links are refused
      until then. Everything works in test.
    </Alert>
  );
}
