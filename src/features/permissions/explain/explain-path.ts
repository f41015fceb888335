import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { explainText } from '../../../protocol/messages/permissions/explain.ts'
import { permissionText } from '../../../protocol/messages/permissions/permissions.ts'
import type { ExplainedPart } from '../../../protocol/permission.ts'
import type { PathFacts } from '../paths/path-facts.ts'
import { isInsideRoots, protectedName, sensitiveName, whyGuarded, whyNotRead } from '../paths/path-verdict.ts'
import type { PathUse } from '../shell/path-use.ts'
import type { ExplainedCase } from './decide-alone.ts'

/** The links on the way to a file, when there are any. */
export const explainHops = (path: PathFacts | undefined, verdict: ExplainedPart['verdict']) =>
  path?.ok && path.names.length > 1
    ? path.names.slice(1).map(
        (name, at): ExplainedPart => ({
          text: name,
          verdict,
          why: explainText(at === 0 ? 'link_leads' : 'link_leads_on'),
        }),
      )
    : []

/** A path that a person would want pointed out: outside, secret, protected, behind a link or impossible to resolve. */
export const isRemarkable = (path: PathFacts | undefined, use: PathUse, one: ExplainedCase): boolean => {
  if (!path?.ok) return true
  const { policy } = one.compiled
  return (
    path.names.length > 1 ||
    !isInsideRoots(path, policy) ||
    sensitiveName(path) !== undefined ||
    (use.kind === 'write' && protectedName(path) !== undefined)
  )
}

/** What is special about a path, in the words of the decision. */
export const describePath = (path: PathFacts | undefined, use: PathUse, one: ExplainedCase): LocalizedText =>
  (use.kind === 'write' ? whyGuarded(path) : undefined) ??
  whyNotRead(path, one.compiled) ??
  (path?.ok ? explainText('path_fine', { path: path.real }) : permissionText('path_unchecked'))
