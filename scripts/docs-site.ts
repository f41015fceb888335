// Makes the documentation as static pages, in site/ or the folder that is named. Fails when a link leads nowhere.
import { resolve } from 'node:path'
import { makeSite } from './site/make-site.ts'

const [out = 'site'] = process.argv.slice(2)
const { dead } = await makeSite(resolve(import.meta.dirname, '..'), resolve(out))
for (const fault of dead) process.stderr.write(`dead link in ${fault}\n`)
process.stdout.write(`The documentation is in ${out}: open ${out}/index.html\n`)
process.exitCode = dead.length > 0 ? 1 : 0
