/**
 * The explorer on a phone, where query, variables and result do not fit beside each other: three buttons select one
 * pane. GraphiQL itself supports wide windows only.
 */

const narrow = '(max-width: 640px)';

/** Additions to the page's head. */
export const phoneHead = '<meta name="viewport" content="width=device-width, initial-scale=1" />';

/** Placed after GraphiQL's styles to override them. */
const style = `<style>
.explorer-views { display: none }
@media ${narrow} {
  html, body { height: 100%; margin: 0 }
  body { color-scheme: light dark }
  body.graphiql-light { color-scheme: light }
  body.graphiql-dark { color-scheme: dark }
  body { display: flex; flex-direction: column; font-family: system-ui, sans-serif; background: Canvas; color: CanvasText }
  .explorer-views { display: flex; gap: 4px; padding: 6px 8px; flex: none }
  .explorer-views button {
    flex: 1; min-height: 44px; border: 1px solid GrayText; border-radius: 8px;
    background: none; color: inherit; font: 500 14px system-ui, sans-serif
  }
  .explorer-views button[aria-pressed=true] { background: CanvasText; border-color: CanvasText; color: Canvas }
  .explorer-views button:focus-visible { outline: 2px solid Highlight; outline-offset: 2px }
  #root { flex: 1; min-height: 0; height: auto !important }
  .graphiql-container { flex-direction: column-reverse; height: 100% !important }
  .graphiql-container .graphiql-sidebar {
    flex: none; flex-direction: row; width: auto; box-sizing: border-box; padding: 4px 8px; overflow-x: auto
  }
  .graphiql-container .graphiql-main { flex: 1; min-height: 0; position: relative }
  .graphiql-container .graphiql-logo { display: none }
  .graphiql-container .graphiql-sessions { margin: 0; border-radius: 0; max-width: none !important }
  .graphiql-container .graphiql-horizontal-drag-bar, .graphiql-container .graphiql-editor-tools { display: none }
  .graphiql-container .graphiql-plugin:not([style*='-1000px']) {
    position: absolute; z-index: 5; inset: 0; overflow: auto; background: hsl(var(--color-base)); max-width: none !important
  }
  .graphiql-container .graphiql-query-editor { padding: 8px; column-gap: 8px; box-sizing: border-box; flex: 1 !important }
  .graphiql-container .graphiql-editors, .graphiql-container .graphiql-response { border-radius: 0; flex: 1 !important }
  .graphiql-container .graphiql-editor-tool {
    position: static !important; opacity: 1 !important; padding: 8px; flex: 1 !important
  }
  [data-view=query] :is(.graphiql-response, .graphiql-editor-tool),
  [data-view=variables] :is(.graphiql-response, .graphiql-query-editor),
  [data-view=result] .graphiql-editors { display: none !important }
}
</style>`;

/** Placed before the explorer. */
export const phoneViews = (
  nonce: string,
): string => `${style}<div class="explorer-views" role="group" aria-label="Show">
<button type="button" aria-pressed="true" data-shows="query">Query</button>
<button type="button" aria-pressed="false" data-shows="variables">Variables</button>
<button type="button" aria-pressed="false" data-shows="result">Result</button>
</div>
<script nonce="${nonce}">(() => {
  const page = document.documentElement;
  const buttons = [...document.querySelectorAll('[data-shows]')];
  const show = (view) => {
    page.dataset.view = view;
    for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.shows === view));
  };
  show('query');
  for (const button of buttons) button.addEventListener('click', () => show(button.dataset.shows));
  // Running a query shows the result.
  document.addEventListener('click', ({ target }) => {
    if (target.closest('.graphiql-execute-button')) show('result');
  });
  document.addEventListener('keydown', ({ key, ctrlKey, metaKey }) => {
    if (key === 'Enter' && (ctrlKey || metaKey)) show('result');
  }, { capture: true });
})()</script>`;
