// Texts for people and for the model (localized-texts.mjs, model-texts.mjs): the program is read once for both.
import { reportUnlocalized, unlocalizedIn } from './localized-texts.mjs'
import { reportOf, sentencesOf } from './model-texts.mjs'
import { withProject } from './with-project.mjs'

const report = withProject(`${process.cwd()}/tsconfig.json`, (project, root) => [
  ...reportUnlocalized(unlocalizedIn(project, root)),
  ...reportOf(sentencesOf(project, root)),
])
for (const line of report) console.error(line)
process.exit(report.length === 0 ? 0 : 1)
