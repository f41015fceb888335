import { OpError } from '../../../protocol/op.ts'
import { commandList } from '../command-list.ts'
import { Refusal, type Served } from './desk.ts'
import { agentList } from './initialize.ts'
import { serverStates } from './server-requests.ts'

type Names = 'reload_plugins' | 'reload_skills' | 'reload_output_styles'

/** Another look at what lies on disk. */
export const extensionRequests: Served<Names> = {
  async reload_plugins({ desk: { run }, fields }) {
    const { engine } = run
    const { running } = await engine.query('state')
    const busy = running || (await engine.query('queue')).length > 0
    if (fields.refuse_if_busy && busy)
      throw new Refusal('The session is busy: ask again when it is idle.', 'reload_plugins_busy')
    const plugins = (fields.add_plugins ?? []).map(({ path, skipMcpDiscovery }) => {
      if (!path.startsWith('/')) throw new Refusal(`The path of a plugin must be absolute: ${path}`)
      return { path, ...(skipMcpDiscovery && { noServers: true }) }
    })
    const hold = fields.hold_on_cache_impact === true
    const held = await engine.send({ type: 'reload_plugins', plugins, ...(hold && { hold }) }).then(
      () => false,
      (error: unknown) => {
        if (hold && error instanceof OpError) return true
        throw error
      },
    )
    const [commands, agents, loaded, problems] = await Promise.all([
      commandList(engine),
      engine.query('agents'),
      engine.query('plugins'),
      engine.query('extensionProblems'),
    ])
    return {
      commands,
      agents: agentList(agents),
      plugins: loaded.map(({ name, path, version, id }) => ({
        name,
        path,
        source: id,
        ...(version === undefined ? {} : { version }),
      })),
      mcpServers: await serverStates(run),
      error_count: problems.length,
      ...(hold ? { held } : {}),
    }
  },

  async reload_skills({ desk: { run } }) {
    await run.engine.send({ type: 'reload_skills' })
    const skills = (await run.engine.query('skills')).filter(({ off }) => !off)
    return {
      skills: skills.map(({ name, description }) => ({ name, description, argumentHint: '' })),
    }
  },

  async reload_output_styles({ desk: { run } }) {
    const { available } = await run.engine.query('styles')
    return { available_output_styles: available.map(({ name }) => name) }
  },
}
