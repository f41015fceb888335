import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { errorText } from '../../lib/error-text.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { splitFrontmatter } from '../../lib/frontmatter.ts'
import type { MarkdownHeads } from '../../lib/markdown-heads.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { ExtensionProblem, ExtensionRoot } from '../../protocol/extensions/roots.ts'
import type { Skill } from '../../protocol/extensions/skill.ts'
import type { FileFault } from '../../protocol/messages/engine/extension-files.ts'
import { messageFields } from '../../protocol/messages/localized-text.ts'
import { findSkillFiles, type SkillFile } from './find-skill-files.ts'
import { type ParsedSkill, parseSkill } from './parse-skill.ts'

const MAX_BYTES = 1024 * 1024

export interface FoundSkills {
  readonly contributions: readonly Contribution[]
  /** The same as long as no file came, went or changed. */
  readonly signature: string
}

/**
 * With `quick`, directories that look as an earlier run left them are not searched again.
 * The skills of places, in their order: a file that several places lead to counts where it is found first, and of a skill
 * and a command of one name in a place the skill does. Texts are read when they are used.
 */
export const readSkills = async (
  places: readonly ExtensionRoot[],
  heads: MarkdownHeads,
  { quick = false }: { readonly quick?: boolean } = {},
): Promise<FoundSkills> => {
  const seen = new Set<string>()
  const contributions: Contribution[] = []
  const stamps: string[] = []
  for (const place of places) {
    const files = findSkillFiles(place, (directory, look) => heads.found(directory, { quick, look })).filter(
      ({ path }) => !seen.has(path) && seen.add(path),
    )
    if (files.length === 0) continue
    for (const { path, stamp } of files)
      stamps.push(`${path} ${stamp.mtimeMs} ${stamp.ctimeMs} ${stamp.size}`)
    contributions.push({ source: place.source, ...(await readFiles({ place, files }, heads)) })
  }
  return { contributions, signature: stamps.join('\n') }
}

const readFiles = async (
  { place, files }: { readonly place: ExtensionRoot; readonly files: readonly SkillFile[] },
  heads: MarkdownHeads,
): Promise<{ readonly skills: readonly Skill[]; readonly problems: readonly ExtensionProblem[] }> => {
  const problems: ExtensionProblem[] = []
  const skills = new Map<string, Skill>()
  const tell = async (file: SkillFile, faults: readonly FileFault[], used = false): Promise<void> => {
    if (faults.length === 0) return
    // The words are loaded by the first file with which something is wrong.
    const { extensionFileText, faultText } = await import('../../protocol/messages/engine/extension-files.ts')
    for (const fault of faults) {
      const about = { name: escapeLine(file.name, 60), message: faultText(fault) }
      const text = extensionFileText(file.kind === 'skill' ? 'skill' : 'command', about)
      problems.push({
        source: place.source,
        file: file.path,
        ...messageFields(text),
        ...(used ? { used } : {}),
      })
    }
  }
  for (const file of files) {
    const known = heads.kept<ParsedSkill>(file.path, file.stamp, keyOf(file, place))
    const { skill, problems: wrong } = known ?? (await parsed(file, heads, place))
    if (wrong.length > 0) await tell(file, wrong, skill !== undefined)
    if (!skill) continue
    const other = skills.get(skill.name)
    if (other) await tell(file, [{ row: 'beside', values: { file: basename(other.file ?? '') } }])
    else skills.set(skill.name, complete(skill, { file, place }))
  }
  return { skills: [...skills.values()], problems }
}

const namedByHead = ({ source }: ExtensionRoot): boolean => source.level === 'plugin'

const keyOf = ({ kind, name }: SkillFile, place: ExtensionRoot): string =>
  `${kind} ${name} ${namedByHead(place)}`

/** What is wrong with a file that cannot be read is told like what is wrong with its head. */
const parsed = async (file: SkillFile, heads: MarkdownHeads, place: ExtensionRoot): Promise<ParsedSkill> => {
  const { path, stamp } = file
  if (stamp.size > MAX_BYTES) return { problems: [{ row: 'large', values: { kilobytes: MAX_BYTES / 1024 } }] }
  try {
    return await heads.read(path, stamp, {
      key: keyOf(file, place),
      make: head => parseSkill(file, head, { nameFromHead: namedByHead(place) }),
    })
  } catch (error) {
    return { problems: [{ row: 'unreadable', values: { why: errorText(error) } }] }
  }
}

const complete = (
  skill: Omit<Skill, 'body'>,
  { file, place }: { readonly file: SkillFile; readonly place: ExtensionRoot },
): Skill => ({
  ...skill,
  ...(place.variables ? { variables: place.variables } : {}),
  body: async () => splitFrontmatter(readFileSync(file.path, 'utf8')).body,
})
