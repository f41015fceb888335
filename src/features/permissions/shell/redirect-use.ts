import type { ShellRedirect } from '../../../lib/shell/command.ts'
import { isStatic } from '../../../lib/shell/word.ts'
import { HARMLESS_VARIABLE } from './harmless-variable.ts'
import { type PathContext, type PathUse, usesOf } from './path-use.ts'

export type RedirectUse =
  | { readonly kind: 'harmless' }
  | { readonly kind: 'path'; readonly uses: readonly PathUse[] }
  /** The target, or the text fed in, is not known before it runs. */
  | { readonly kind: 'unknown'; readonly text: string }

/** What a redirect touches. Nothing but `/dev/null`, a descriptor and plain text is harmless in itself. */
export const redirectUse = (redirect: ShellRedirect, context: PathContext): RedirectUse => {
  const { forms, ...plain } = redirect
  if (!forms) return targetUse(plain, context)
  const uses: PathUse[] = []
  for (const target of forms) {
    const one = targetUse({ ...plain, target }, context)
    if (one.kind === 'unknown') return { kind: 'unknown', text: redirect.target.raw }
    if (one.kind === 'path') uses.push(...one.uses)
  }
  return uses.length === 0 ? { kind: 'harmless' } : { kind: 'path', uses }
}

const targetUse = (redirect: ShellRedirect, context: PathContext): RedirectUse => {
  const { op, target } = redirect
  if (op === '<<' || op === '<<-' || op === '<<<')
    return target.variables.every(name => HARMLESS_VARIABLE.test(name)) &&
      !target.causes.includes('arithmetic')
      ? { kind: 'harmless' }
      : { kind: 'unknown', text: target.raw }
  if (target.stream) return op === '<' ? { kind: 'harmless' } : { kind: 'unknown', text: target.raw }
  // One of the names that a wildcard stands for is read as well as another; with several bash refuses.
  const named = isStatic(target) || (op === '<' && target.causes.length === 0)
  if (typeof redirect.fd === 'string' || !named || target.tilde || target.text === '')
    return { kind: 'unknown', text: target.raw }
  if ((op === '>&' || op === '<&') && /^(?:\d+-?|-)$/.test(target.text)) return { kind: 'harmless' }
  if (target.text === '/dev/null') return { kind: 'harmless' }
  const uses = usesOf(target, op === '<' ? 'read' : 'write', context)
  return uses ? { kind: 'path', uses } : { kind: 'unknown', text: target.raw }
}
