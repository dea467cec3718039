/** The median without sorting everything: linear on average, for columns of many thousand values. */

/** Median of `values[from, to)`, none of them NaN; they change places. NaN where the range is empty. */
export function medianInPlace(values: Float64Array, from = 0, to = values.length): number {
  const n = to - from;
  if (n === 0) return Number.NaN;
  const middle = from + (n >> 1);
  const upper = select(values, from, to - 1, middle);
  if (n % 2 === 1) return upper;
  // What is left of the middle is no greater than it: the other middle value is the greatest there.
  let lower = values[from];
  for (let i = from + 1; i < middle; i++) if (values[i] > lower) lower = values[i];
  return (lower + upper) / 2;
}

/** The value that sorting would put at `k`; lesser ones end up left of it, greater ones right (Hoare 1961). */
function select(values: Float64Array, first: number, last: number, k: number): number {
  let left = first;
  let right = last;
  while (right > left) {
    const pivot = middleOfThree(values[left], values[(left + right) >>> 1], values[right]);
    let i = left;
    let j = right;
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i <= j) {
        const swapped = values[i];
        values[i++] = values[j];
        values[j--] = swapped;
      }
    }
    if (k <= j) right = j;
    else if (k >= i) left = i;
    else return values[k];
  }
  return values[k];
}

function middleOfThree(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
