const WORDS =
  'src lib test app core util view model index main config server client handler router auth user order payment widget button dialog state store reduce parse render format token stream buffer queue cache session message tool agent hook plugin theme color layout screen input editor history search match score path file tree node graph edge'.split(
    ' ',
  )
const ENDINGS = ['.ts', '.tsx', '.test.ts', '.md', '.json', '.py', '.go', '.css']

/** So many paths like those of a large project, in git's order; the same at every run. */
export const madePaths = (count: number): readonly string[] => {
  let seed = 1
  const below = (limit: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return (seed >>> 8) % limit
  }
  const word = (among = WORDS.length): string => WORDS[below(among)] ?? ''
  const directories = Array.from({ length: Math.ceil(count / 12) }, () =>
    Array.from(
      { length: 1 + below(6) },
      (_, depth) => word(depth < 2 ? 12 : undefined) + (below(3) === 0 ? `-${word()}` : ''),
    ).join('/'),
  )
  const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
  return Array.from({ length: count }, () => {
    const name = word() + (below(2) === 0 ? capital(word()) : '') + (below(3) === 0 ? below(1_000) : '')
    return `${directories[below(directories.length)]}/${name}${ENDINGS[below(ENDINGS.length)]}`
  }).sort()
}
