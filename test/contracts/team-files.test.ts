import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { thisProcess } from '../../src/lib/process/process-identity.ts'
import { openTeamFiles } from '../support/open-team-files.ts'
import { describeTeamBackend } from './team-backend.ts'

describeTeamBackend('teams in files', async () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-teams-')))
  const open = (host: string) => openTeamFiles(home, { ...thisProcess(), host })
  return {
    ann: open('host-a'),
    bob: open('host-b'),
    end: async () => rmSync(home, { recursive: true, force: true }),
  }
})
