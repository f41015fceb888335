// A member that works off a shared list: `work-tasks.ts <files|nats> <home or address> <list> <owner>`. Says "start 3" when it
// has a task and "done 3" when the list says so; ends when nothing is left to be done.
import { writeSync } from 'node:fs'
import { thisProcess } from '../../src/lib/process/process-identity.ts'
import { openTeamFiles } from './open-team-files.ts'
import { openTeamNats } from './open-team-nats.ts'

const [kind = '', where = '', listId = '', owner = ''] = process.argv.slice(2)
const backend = kind === 'nats' ? openTeamNats(where, thisProcess()) : openTeamFiles(where, thisProcess())
const list = backend.tasks(listId)
const say = (line: string): unknown => writeSync(1, `${line}\n`)
for (;;) {
  const task = await list.claimNext(owner)
  if (task) {
    say(`start ${task.id}`)
    const { answer } = await list.complete(task.id, owner)
    say(`${answer === 'completed' ? 'done' : answer} ${task.id}`)
    continue
  }
  if ((await list.list()).every(each => each.status === 'completed')) break
  // Others are at the rest, or died at it.
  await new Promise(resolve => {
    setTimeout(resolve, 20)
  })
}
await backend.close()
