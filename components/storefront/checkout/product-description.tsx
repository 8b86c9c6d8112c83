/** A product's description. The server has rendered its Markdown. */
export const ProductDescription = ({ html }: { html: string | null }) =>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by our own renderer, which drops the merchant's HTML
  html && <div dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
