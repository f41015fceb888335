import type { ShellRedirect } from '../../../lib/shell/command.ts'
import { isStatic } from '../../../lib/shell/word.ts'
import { HARMLESS_VARIABLE } from './harmless-variable.ts'
import { type PathUse, type Place, usesOf } from './path-use.ts'

export type RedirectUse =
  | { readonly kind: 'harmless' }
  | { readonly kind: 'path'; readonly uses: readonly PathUse[] }
  /** The target, or the text fed in, is not known before it runs. */
  | { readonly kind: 'unknown'; readonly text: string }

/** What a redirect touches. Nothing but `/dev/null`, a descriptor and plain text is harmless in itself. */
export const redirectUse = (redirect: ShellRedirect, place: Place): RedirectUse => {
  const { op, target } = redirect
  if (op === '<<' || op === '<<-' || op === '<<<')
    return target.variables.every(name => HARMLESS_VARIABLE.test(name)) &&
      !target.causes.includes('arithmetic')
      ? { kind: 'harmless' }
      : { kind: 'unknown', text: target.raw }
  if (typeof redirect.fd === 'string' || !isStatic(target) || target.tilde || target.text === '')
    return { kind: 'unknown', text: target.raw }
  if ((op === '>&' || op === '<&') && /^(?:\d+-?|-)$/.test(target.text)) return { kind: 'harmless' }
  if (target.text === '/dev/null') return { kind: 'harmless' }
  const uses = usesOf(target, op === '<' ? 'read' : 'write', place)
  return uses ? { kind: 'path', uses } : { kind: 'unknown', text: target.raw }
}
