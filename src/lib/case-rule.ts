import { type PathSystem, THIS_SYSTEM } from './path-system.ts'

/**
 * Whether names that differ in case alone are different files: everywhere alike, or asked for an absolute path, because
 * one machine may have volumes of both kinds.
 */
export type CaseRule = boolean | ((path: string) => boolean)

export const tellsCase = (rule: CaseRule, path: string): boolean =>
  typeof rule === 'boolean' ? rule : rule(path)

/** The same for all names that a volume without case may take for one; a letter more or less is possible. */
export const foldCase = (text: string): string =>
  PLAIN.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFC')
        // Dotless: no volume takes it for another letter.
        .replace(/[^ı]+/g, part => part.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ'))
        .normalize('NFC')

const PLAIN = /^[ -~]*$/
const LETTER = /[a-z]/i
/** The other case, letter by letter. */
const otherCase = (name: string): string =>
  name.replace(/[a-z]/gi, letter => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()))

type Look = ReturnType<PathSystem['look']>

const lookAt = (path: string, system: PathSystem): Look => {
  try {
    return system.look(path)
  } catch {
    // Below a file, or not to be looked at.
    return undefined
  }
}

const isSame = (one: Look, other: Look): boolean =>
  one !== undefined && one.ino === other?.ino && one.dev === other.dev

/** Whether one file answers to the name and to the same in other case; undefined: no letter in it. */
export const answersOtherCase = (
  directory: string,
  name: string,
  system: PathSystem = THIS_SYSTEM,
): boolean | undefined => {
  if (!LETTER.test(name)) return undefined
  const below = directory.endsWith(system.paths.sep) ? directory : directory + system.paths.sep
  const other = lookAt(below + otherCase(name), system)
  return other !== undefined && isSame(other, lookAt(below + name, system))
}

/** Two names of one file, as links make them, are listed both. */
const isOneName = (directory: string, name: string, system: PathSystem): boolean | undefined => {
  const answers = answersOtherCase(directory, name, system)
  if (!answers) return answers
  const listed = namesIn(directory, system)
  return !(listed.includes(name) && listed.includes(otherCase(name)))
}

const namesIn = (directory: string, system: PathSystem): readonly string[] => {
  try {
    return system.names(directory)
  } catch {
    return []
  }
}

/**
 * Tries it where a path leads: with what is in the last directory that is there, else with that directory's own name.
 * Where nothing has a letter the system's habit counts.
 */
export const caseRuleOf =
  (platform: string, system: PathSystem = THIS_SYSTEM): CaseRule =>
  path => {
    for (let at = path; ; at = system.paths.dirname(at)) {
      const here = lookAt(at, system)
      const above = system.paths.dirname(at)
      if (here !== undefined) {
        const found = byEntries(at, system) ?? byName(at, { here, system })
        if (found !== undefined) return !found
        if (lookAt(above, system)?.dev !== here.dev) break
      }
      if (above === at) break
    }
    return platform !== 'darwin' && platform !== 'win32'
  }

const byEntries = (directory: string, system: PathSystem): boolean | undefined => {
  const listed = namesIn(directory, system)
  const name = listed.find(each => LETTER.test(each) && !listed.includes(otherCase(each)))
  return name === undefined ? undefined : answersOtherCase(directory, name, system)
}

/** The name of a volume's root belongs to another volume. */
const byName = (
  path: string,
  { here, system }: { readonly here: NonNullable<Look>; readonly system: PathSystem },
): boolean | undefined => {
  const above = system.paths.dirname(path)
  if (above === path || lookAt(above, system)?.dev !== here.dev) return undefined
  return isOneName(above, system.paths.basename(path), system)
}

/**
 * Whether the deepest name with a letter opens its file in other case, too: then a path can be spelled in many ways. Not
 * asked on macOS, whose `realpath` answers with the names as they are listed.
 */
export const isSpelledFreely = (path: string, { paths }: PathSystem = THIS_SYSTEM): boolean => {
  if (process.platform === 'darwin') return false
  for (let at = path; at !== paths.dirname(at); at = paths.dirname(at)) {
    const found = answersOtherCase(paths.dirname(at), paths.basename(at))
    if (found !== undefined) return found
  }
  return false
}
