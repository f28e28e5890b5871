/**
 * Returns the source of a file with the one place where `find` stands replaced by `put`. White space of any kind and
 * length is equal, so that a new line break in the product moves no plant.
 * @throws if the text does not stand in the source exactly once
 */
export function applySourcePatch(file: string, source: string, { find, put }: { find: string; put: string }): string {
  const words = find.trim().split(/\s+/)
  const pattern = words.map((word) => word.replace(/\W/g, '\\$&')).join('\\s+')
  const [before, ...after] = source.split(new RegExp(pattern))
  if (after.length !== 1) throw new Error(`${JSON.stringify(find)} stands in ${file} ${after.length} times`)
  return before + put + after[0]
}
