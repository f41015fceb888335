import { agentFiles, readRecords } from '../../features/sessions/ledger/read-records.ts'
import { isInside } from '../../lib/paths.ts'
import type { UserMessage } from '../../protocol/message.ts'

/**
 * Results of calls by which agents of the session wrote files of its directory, each given once; what they did in trees
 * of their own is not what is there.
 */
export const agentEdits = (
  path: string,
  { cwd, since, seen }: { readonly cwd: string; readonly since: string; readonly seen: Set<string> },
): readonly UserMessage[] =>
  agentFiles(path).flatMap(file => {
    const found: UserMessage[] = []
    for (const record of readRecords(file, { holding: '"effects"' })) {
      if (record.kind !== 'entry' || record.entry.type !== 'user') continue
      const { entry } = record
      if (entry.timestamp < since || seen.has(entry.uuid)) continue
      if (!isInside(entry.cwd, cwd, { caseSensitive: true })) continue
      seen.add(entry.uuid)
      if (entry.effects?.some(({ kind }) => kind === 'write')) found.push(entry)
    }
    return found
  })
