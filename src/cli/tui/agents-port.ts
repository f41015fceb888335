import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeAgent } from '../../features/agents/write-agent.ts'
import type { AgentsPort } from '../../frontends/tui/ports/agents-port.ts'

/** Files of agents: of this directory, or of the person in all of them. */
export const createAgentsPort = ({
  cwd,
  configHome,
}: {
  readonly cwd: string
  readonly configHome: string
}): AgentsPort => ({
  create: async (draft, scope) =>
    writeAgent(scope === 'user' ? join(configHome, 'agents') : join(cwd, '.capstan', 'agents'), draft),
  async remove(file) {
    try {
      rmSync(file)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new Error(`${file} could not be deleted: ${code ?? String(error)}.`)
    }
  },
})
