// Changes a team's files without a pause, until it is killed: `change-team.ts <home> <owner>`. Says every change that is done.
import { writeSync } from 'node:fs'
import { thisProcess } from '../../src/lib/process/process-identity.ts'
import { openTeamFiles } from './open-team-files.ts'

const [home = '', owner = ''] = process.argv.slice(2)
const backend = openTeamFiles(home, thisProcess())
const list = backend.tasks('team')
const say = (line: string): unknown => writeSync(1, `${line}\n`)
say('ready')
for (let n = 0; ; n++) {
  const { id } = await list.create({ subject: `${owner}-${n}`, description: 'd' })
  say(`made ${id}`)
  await list.update(id, { addBlockedBy: ['1'], metadata: { n } })
  say(`linked ${id}`)
  const mail = { to: 'lead', from: 'ann', text: `${owner}-${n}`, id: `${owner}-${n}` }
  await backend.mailbox('team').send(mail)
  say(`sent ${mail.id}`)
  await backend.teams.change('team', team => ({ ...team, description: `${owner}-${n}` }))
  await backend.presence('team').beat('ann')
}
