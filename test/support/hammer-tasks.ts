// Makes tasks, changes and links a shared one, deletes some of its own: `hammer-tasks.ts <directory> <count> <owner>`.
import { createTaskList } from '../../src/features/task-list/task-list.ts'

const [directory = '', count = '0', owner = ''] = process.argv.slice(2)
const list = createTaskList({
  directory,
  newId: () => crypto.randomUUID(),
  now: () => Date.now(),
  waitMs: 60_000,
})
for (let n = 0; n < Number(count); n++) {
  const { id } = await list.create({ subject: `${owner} ${n}`, description: 'd' })
  process.stdout.write(`${id}\n`)
  if (n % 3 === 0) await list.update(id, { status: 'deleted' })
  else await list.update('1', { addBlocks: [id], metadata: { [`${owner}-${n}`]: true } })
}
