// Writes docs/compatibility.md from the verdicts in src/features/compatibility. A test compares them. `--figures` only
// prints how many names of each surface have which verdict.
import { readFileSync, writeFileSync } from 'node:fs'
import { countVerdicts, publishCompatibility } from '../src/features/compatibility/publish.ts'
import { SURFACES } from '../src/features/compatibility/surfaces.ts'
import { ownNames } from './names-read.ts'

const PAGE = 'docs/compatibility.md'
const [BEGIN, END] = ['<!-- names: begin -->', '<!-- names: end -->']

if (process.argv.includes('--figures'))
  for (const surface of SURFACES) {
    const { works, differs, absent } = countVerdicts(surface)
    const sum = works + differs + absent
    process.stdout.write(
      `${surface.title.padEnd(24)}${works + differs} of ${sum}, ${differs} of them differ\n`,
    )
  }
else {
  const page = readFileSync(PAGE, 'utf8')
  const [before = '', after = ''] = [page.split(BEGIN)[0], page.split(END)[1]]
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${publishCompatibility(SURFACES, ownNames())}\n${END}${after}`)
}
