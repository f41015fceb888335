// Makes tasks, then sends mail, until the disk is full, and says what happened: `fill-team.ts <home>`.
import { thisProcess } from '../../src/lib/process/process-identity.ts'
import { openTeamFiles } from './open-team-files.ts'

const [home = ''] = process.argv.slice(2)
const backend = openTeamFiles(home, thisProcess())
const members = ['lead', 'ann'].map(name => ({ agentId: `${name}@team`, name }))
await backend.teams.create({ name: 'team', createdAt: 1, leadAgentId: 'lead@team', members })
const untilFull = async (act: (n: number) => Promise<unknown>): Promise<readonly [number, string]> => {
  for (let n = 0; ; n++)
    try {
      await act(n)
    } catch (error) {
      return [n, (error as Error).message]
    }
}
const [sent, mail] = await untilFull(async n => {
  if (n === 20) await untilFull(() => backend.tasks('team').create({ subject: 's', description: 'd' }))
  return backend.mailbox('team').send({ to: 'ann', from: 'lead', text: 'x'.repeat(500) })
})
const before = (await backend.tasks('team').list()).length
const [made, task] = await untilFull(() => backend.tasks('team').create({ subject: 's', description: 'd' }))
process.stdout.write(
  JSON.stringify({
    task,
    mail,
    allListed: (await backend.tasks('team').list()).length === before + made,
    allReceived: (await backend.mailbox('team').receive('ann')).length === sent,
    isWhole: (await backend.teams.read('team'))?.members.length === 2,
  }),
)
