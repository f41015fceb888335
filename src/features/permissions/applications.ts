import type { Access } from '../../protocol/access.ts'
import { permissionText } from '../../protocol/messages/permissions/permissions.ts'
import { RULE_NAMES } from '../../protocol/tools/rule-names.ts'
import type { Finding } from './finding.ts'
import type { ParsedRule } from './rules/rules.ts'

/** What is typed there runs as a command, past every rule for commands: each call is asked about. */
const TERMINALS = new Set(
  `xterm uxterm urxvt rxvt st st-256color alacritty kitty konsole yakuake gnome-terminal gnome-terminal-server
  xfce4-terminal mate-terminal lxterminal qterminal terminator tilix terminology guake tilda wezterm org.wezfurlong.wezterm
  foot footclient ghostty com.mitchellh.ghostty hyper tabby warp rio cool-retro-term sakura roxterm eterm aterm mlterm
  deepin-terminal org.gnome.console kgx ptyxis org.gnome.ptyxis blackbox contour xfterm4 terminal x-terminal-emulator`
    .split(/\s+/)
    .filter(Boolean),
)

export const isTerminal = (application: string): boolean => TERMINALS.has(application.toLowerCase())

/** `Computer(app:Gimp)`; a star at the end stands for the rest of a name. Names of applications have no case. */
export const matchesApplication = (
  { tool, spec }: Pick<ParsedRule, 'tool' | 'spec'>,
  application: string,
): boolean => {
  if (tool !== RULE_NAMES.application) return false
  const [, wanted] = /^app:(.+)$/.exec(spec ?? '') ?? []
  if (wanted === undefined || application === '') return false
  const [rule, name] = [wanted.toLowerCase(), application.toLowerCase()]
  return rule.endsWith('*') ? name.startsWith(rule.slice(0, -1)) : name === rule
}

export const findTerminal = (access: Access): Finding | undefined =>
  access.kind === 'application' && access.does === 'act' && isTerminal(access.name)
    ? { type: 'safetyCheck', why: permissionText('terminal_application', { name: access.name }) }
    : undefined

/** While somebody plans, nothing is done in a browser or an application: they are only looked at. */
export const findPlannedUse = (access: Access): Finding | undefined => {
  if ((access.kind !== 'browser' && access.kind !== 'application') || access.does !== 'act') return undefined
  const row = access.kind === 'browser' ? 'plan_mode_browser' : 'plan_mode_desktop'
  return { type: 'mode', why: permissionText(row) }
}
