/** A product's description. The server has rendered its Markdown. */
export const ProductDescription = ({ html }: { html: string | null }) =>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own renderer's, which lets no HTML of the merchant's through
  html && <div dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
