import { open } from 'node:fs/promises'
import { Refusal, type Served } from './desk.ts'

type Names = 'stop_task' | 'background_tasks' | 'get_task_output'

const TAIL_BYTES = 8 * 1024

/** Background work. */
export const taskRequests: Served<Names> = {
  async stop_task({ desk, fields: { task_id: taskId } }) {
    const { engine } = desk.run
    // An agent that is waited for is no background work yet.
    const agent = (await engine.query('runningAgents')).some(({ id }) => id === taskId)
    await engine.send(agent ? { type: 'stop_agent', agentId: taskId } : { type: 'stop_task', taskId })
    return {}
  },

  async background_tasks({ desk, fields: { tool_use_id: toolUseId } }) {
    await desk.run.engine.send({
      type: 'move_to_background',
      ...(typeof toolUseId === 'string' && { toolUseId }),
    })
    return {}
  },

  async get_task_output({ desk, fields: { task_id: id } }) {
    const task = (await desk.run.engine.query('tasks')).find(one => one.id === id)
    if (task?.outputFile === undefined) throw new Refusal(`There is no task ${id} with an output.`)
    await using file = await open(task.outputFile)
    const { size } = await file.stat()
    const length = Math.min(size, TAIL_BYTES)
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
    return { output: buffer.toString('utf8'), total_bytes: size, truncated: size > length }
  },
}
