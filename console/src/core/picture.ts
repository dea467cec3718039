/** A part of the page as a PNG file that says what it shows, where it comes from and when it was made. */

const PIXELS = 2;
const FOOT_PX = 26;
/** Buttons and files are of the page, not of its picture. */
const NOT_IN_PICTURES = 'button, .result-foot, .visually-hidden';

/** `ALPHA · Gaps · market-stats` as `ALPHA-Gaps.png`. */
export const pictureName = (title: string): string => {
  const words = title.split(' · ').filter((word) => word !== 'market-stats');
  const name = words.join('-').replaceAll(/[^\p{L}\p{N}.-]+/gu, '_');
  return `${name.replaceAll(/^_+|_+$/g, '').slice(0, 100) || 'picture'}.png`;
};

/** Draws the element as it is seen and saves it. @param said what is added to the page's title at the foot */
export async function savePicture(element: HTMLElement, said: string): Promise<void> {
  const { toCanvas } = await import('html-to-image');
  const { color, backgroundColor, fontFamily } = getComputedStyle(document.body);
  const picture = await toCanvas(element, {
    backgroundColor,
    pixelRatio: PIXELS,
    skipFonts: true,
    filter: (node) => !(node instanceof Element && node.matches(NOT_IN_PICTURES)),
  });
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
