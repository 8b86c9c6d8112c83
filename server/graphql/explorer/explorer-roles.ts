/**
 * Corrects GraphiQL's markup for assistive technology: the page gets a heading, and the tabs, which contain buttons,
 * become a list of buttons. Adjusts background colors for the contrast of the code.
 */
export const explorerRoles = (
  nonce: string,
): string => `<style>.explorer-title { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%) }
main { display: contents }
.graphiql-container .graphiql-logo { color: hsl(var(--color-neutral)) }
body .graphiql-container { --alpha-background-light: .01 }
body .monaco-editor .line-numbers { color: hsla(var(--color-neutral), .9) !important }
body.graphiql-dark .graphiql-container { --color-base: 219, 29%, 8% }
@media (prefers-color-scheme: dark) { body:not(.graphiql-light) .graphiql-container { --color-base: 219, 29%, 8% } }</style>
<script nonce="${nonce}">new MutationObserver(() => {
  document.querySelector('[role=tablist]')?.setAttribute('role', 'list');
  document.querySelector('[role=tabpanel]')?.setAttribute('role', 'region');
  for (const tab of document.querySelectorAll('.graphiql-tab[aria-selected]')) {
    tab.querySelector('button').setAttribute('aria-current', tab.getAttribute('aria-selected'));
    tab.removeAttribute('aria-selected');
    tab.removeAttribute('role');
  }
}).observe(document, { subtree: true, childList: true, attributeFilter: ['role', 'aria-selected'] });
// The editor keeps its initial colors.
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  if (!document.body.matches('.graphiql-light, .graphiql-dark')) location.reload();
})</script>`;
