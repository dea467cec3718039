/** A part of the page as a PNG file that says what it shows, where it comes from and when it was made. */

const PIXELS = 2;
const FOOT_PX = 26;
/** Buttons, files and what is folded are of the page, not of its picture. */
const NOT_IN_PICTURES = 'button:not(th button), .take-away, .result-foot, .visually-hidden, details:not([open])';

/** What the page's own rules set: copying all of some 400 properties of each element takes many times as long. */
const styledProperties = (): string[] => [
  ...new Set([...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].flatMap(declaredIn))),
];

function declaredIn(rule: CSSRule): string[] {
  const own = rule instanceof CSSStyleRule ? [...rule.style].filter((name) => !name.startsWith('--')) : [];
  const inner = rule instanceof CSSGroupingRule ? [...rule.cssRules].flatMap(declaredIn) : [];
  return [...own, ...inner];
}

/** `ALPHA · Gaps · market-stats` as `ALPHA-Gaps.png`. */
export const pictureName = (title: string): string => {
  const words = title.split(' · ').filter((word) => word !== 'market-stats');
  const name = words.join('-').replaceAll(/[^\p{L}\p{N}.-]+/gu, '_');
  return `${name.replaceAll(/^_+|_+$/g, '').slice(0, 100) || 'picture'}.png`;
};

/**
 * The library copies what is in an SVG without the rules that style it, so that all of it would be black: they stand on its
 * elements meanwhile.
 */
async function withStyledSvg<T>(element: HTMLElement, names: readonly string[], draw: () => Promise<T>): Promise<T> {
  const parts = [...element.querySelectorAll<SVGElement>('svg *')].map((part) => {
    const computed = getComputedStyle(part);
    return { part, before: part.style.cssText, values: names.map((name) => computed.getPropertyValue(name)) };
  });
  for (const { part, values } of parts)
    for (const [i, name] of names.entries()) part.style.setProperty(name, values[i]);
  try {
    return await draw();
  } finally {
    for (const { part, before } of parts) part.style.cssText = before;
  }
}

/** Draws the element as it is seen and saves it. @param said what is added to the page's title at the foot */
export async function savePicture(element: HTMLElement, said: string): Promise<void> {
  const { toCanvas } = await import('html-to-image');
  const { color, backgroundColor, fontFamily } = getComputedStyle(document.body);
  const names = styledProperties();
  const picture = await withStyledSvg(element, names, () =>
    toCanvas(element, {
      backgroundColor,
      pixelRatio: PIXELS,
      skipFonts: true,
      includeStyleProperties: names,
      filter: (node) => !(node instanceof Element && node.matches(NOT_IN_PICTURES)),
    }),
  );
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height + FOOT_PX * PIXELS;
  const context = canvas.getContext('2d')!;
  context.fillStyle = backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0);
  context.fillStyle = color;
  context.font = `${11 * PIXELS}px ${fontFamily}`;
  const margin = 8 * PIXELS;
  const foot = [document.title, said].filter(Boolean).join(' · ');
  context.fillText(foot, margin, picture.height + 17 * PIXELS, canvas.width - 2 * margin);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('the picture is too large');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = pictureName(document.title);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
