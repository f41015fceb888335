import type { PermissionMode, Policy } from '../../protocol/permission.ts'
import { RULE_NAMES } from '../../protocol/tools/rule-names.ts'
import { coversProgram, isBlanket, type ParsedRule } from './rules/rules.ts'

/** What a mode says where no rule does. `inside` means a working directory. */
export interface ModeRow {
  readonly editInside: 'allow' | 'ask' | 'deny'
  /** Edits outside, commands that change something, network, servers, skills. */
  readonly other: 'allow' | 'ask'
  /** Plain file commands inside count as edits. */
  readonly fileCommands: boolean
  /** Allow rules that do not count. */
  suspends(rule: ParsedRule): boolean
  /** Nobody is asked: an ask becomes a deny. */
  readonly neverAsks: boolean
}

const ASKING: ModeRow = {
  editInside: 'ask',
  other: 'ask',
  fileCommands: false,
  suspends: () => false,
  neverAsks: false,
}

export const MODES: Readonly<Record<PermissionMode, ModeRow>> = {
  default: ASKING,
  acceptEdits: { ...ASKING, editInside: 'allow', fileCommands: true },
  plan: { ...ASKING, editInside: 'deny', suspends: coversProgram },
  auto: { ...ASKING, editInside: 'allow', suspends: isBlanket },
  dontAsk: { ...ASKING, neverAsks: true },
  bypassPermissions: { ...ASKING, editInside: 'allow', other: 'allow' },
}

/** Allow rules that do not count now. */
export const suspendedIn =
  ({ mode, reviewsShell }: Pick<Policy, 'mode' | 'reviewsShell'>): ModeRow['suspends'] =>
  rule =>
    MODES[mode].suspends(rule) || (mode === 'auto' && reviewsShell === true && rule.tool === RULE_NAMES.shell)
