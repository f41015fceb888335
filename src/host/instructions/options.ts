import type { InstructionChoice } from '../../engine/instructions/options.ts'
import { managedDirectories } from '../../features/settings/administered.ts'
import type { Env, Overrides } from '../../protocol/host.ts'
import { isOn } from '../environment.ts'
import { findGitRoot, type Gathered } from '../settings/gather-settings.ts'

/** The administrator's, the highest last. */
const managedNow = () => ({
  directories: managedDirectories()
    .map(({ path }) => path)
    .toReversed(),
  owner: 0,
})

interface InstructionsFrom {
  readonly cwd: string
  readonly configHome: string
  /** The working directories, `cwd` first. */
  readonly roots: readonly string[]
  readonly env: Env
  /** A person sits there who is asked about the folder. */
  readonly interactive?: boolean
}

/** Which instruction files count, if any are wanted. */
export const chooseInstructions = (
  options: Pick<Overrides, 'bare' | 'settingSources'>,
  { settings, trusted }: Pick<Gathered, 'settings' | 'trusted'>,
  { cwd, configHome, roots, env, interactive = false }: InstructionsFrom,
): { readonly instructions?: InstructionChoice } => {
  const policy = settings.claudeMd?.trim() ? { policy: settings.claudeMd } : {}
  const isOff = isOn(env, 'CLAUDE_CODE_DISABLE_CLAUDE_MDS')
  // What the administrator wants said is not for a variable to leave out.
  if (isOff && !policy.policy) return {}
  // What was named by hand counts although nothing else is looked for.
  const wantsExtra = options.bare || isOn(env, 'CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD')
  const instructions = {
    configHome,
    projectRoot: findGitRoot(cwd) ?? cwd,
    extraDirs: wantsExtra && !isOff ? roots.slice(1) : [],
    managed: isOff ? { ...managedNow(), directories: [] } : managedNow(),
    ...policy,
    uid: process.getuid?.(),
    sources: isOff ? [] : (options.settingSources ?? (['user', 'project', 'local'] as const)),
    compat: env['CAPSTAN_COMPAT'] !== '0',
    trusted,
    // Where nobody can be asked the text is sent, marked as that of a folder nobody trusts.
    withheld: interactive && !trusted,
    discover: !options.bare && !isOff,
    excludes: [...(settings.claudeMdExcludes ?? []), ...(settings.instructionExcludes ?? [])],
  }
  return { instructions }
}
