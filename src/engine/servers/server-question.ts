import { describeServer } from '../../features/mcp/config/describe-server.ts'
import type { NamedServer } from '../../protocol/extensions/server.ts'
import { questionText } from '../../protocol/messages/permissions/questions.ts'
import { askedBecause, because, type PermissionRequest } from '../../protocol/permission.ts'

/** A server that comes with the project: there is no call behind it, so the name tells front ends what it is about. */
export const serverQuestion = (
  server: Pick<NamedServer, 'name' | 'config' | 'file' | 'approval'>,
  newId: () => string,
): PermissionRequest => {
  const { name, file } = server
  const why = questionText('server')
  return {
    id: newId(),
    toolName: 'McpServer',
    toolUseId: newId(),
    needs: 'settings',
    input: { name, ...(file === undefined ? {} : { file }) },
    decision: {
      verdict: 'ask',
      because: because('safetyCheck', why),
      offer: [],
      readOnly: false,
    },
    details: {
      title: `Start the MCP server ${name}`,
      about: { kind: 'server', name },
      ...askedBecause(why),
      subject: { text: describeServer(server), risky: [] },
      saves: [],
    },
  }
}
