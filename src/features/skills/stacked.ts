const MOST = 6

/** `/a /b words`: up to six skills at once, then what they are given. */
export const stackedSkills = (
  first: string,
  args: string,
  isSkill: (name: string) => boolean,
): { readonly names: readonly string[]; readonly args: string } => {
  const names = [first]
  let rest = args
  while (names.length < MOST) {
    const [line = '', name = ''] = /^\/(\S+)\s*/.exec(rest) ?? []
    if (name === '' || !isSkill(name)) break
    names.push(name)
    rest = rest.slice(line.length)
  }
  return { names, args: rest }
}
