import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseTemplate } from '../../features/skills/template.ts'
import type { LeafStep, Step } from '../../protocol/agents/workflow.ts'
import type { ExtensionRoot } from '../../protocol/extensions/roots.ts'
import type { Skill } from '../../protocol/extensions/skill.ts'
import { runByText } from '../../protocol/messages/permissions/run-by.ts'
import type { RunCommand } from '../../protocol/permission.ts'

export interface RunTextSources {
  /** The same array until something changes. */
  readonly skills: readonly Skill[]
  readonly places: readonly ExtensionRoot[]
}

/** What skills and workflows run. Read again when skills were loaded again, or a file of a workflow has changed. */
export const createRunTexts = (): ((from: RunTextSources) => Promise<readonly RunCommand[]>) => {
  let of: { readonly skills: readonly Skill[]; readonly marks: string } | undefined
  let files: readonly string[] = []
  let runs: readonly RunCommand[] = []
  return async ({ skills, places }) => {
    const marks = marksOf([...directoriesOf(places), ...files])
    if (of?.skills === skills && of.marks === marks) return runs
    const ofSkills = (await Promise.all(skills.map(skillRuns))).flat()
    const found = await workflowRuns(places)
    files = found.files
    runs = [...ofSkills, ...found.runs]
    of = { skills, marks: marksOf([...directoriesOf(places), ...files]) }
    return runs
  }
}

const skillRuns = async (skill: Skill): Promise<readonly RunCommand[]> => {
  const { file, name, variables } = skill
  if (file === undefined) return []
  const here = dirname(file)
  const known = { ...variables, SKILL_DIR: here, CAPSTAN_SKILL_DIR: here, CLAUDE_SKILL_DIR: here }
  return parseTemplate(await bodyOf(skill)).flatMap(part =>
    part.kind === 'shell'
      ? [
          {
            command: part.command,
            by: runByText('skill', { name }),
            ofSkill: true as const,
            variables: known,
          },
        ]
      : [],
  )
}

const bodyOf = async (skill: Skill): Promise<string> => {
  try {
    return await skill.body()
  } catch {
    // Gone meanwhile: it cannot be called either.
    return ''
  }
}

const directoriesOf = (places: readonly ExtensionRoot[]): readonly string[] =>
  places.flatMap(({ root, workflows }) => workflows ?? [join(root, 'workflows')])

const workflowRuns = async (
  places: readonly ExtensionRoot[],
): Promise<{ readonly files: readonly string[]; readonly runs: readonly RunCommand[] }> => {
  if (!directoriesOf(places).some(path => existsSync(path))) return { files: [], runs: [] }
  const { findWorkflows } = await import('../../features/workflows/find-workflows.ts')
  const variables = new Map(
    places.map(place => [place.source.level === 'plugin' ? place.source.name : '', place]),
  )
  const { workflows, files } = await findWorkflows(places)
  const runs = workflows.flatMap(({ name, plugin, workflow }) => {
    const values = plugin === undefined ? undefined : variables.get(plugin)?.variables
    const by = runByText('workflow', { name })
    return workflow.steps
      .flatMap(commandsOf)
      .map(command => ({ command, by, ...(values ? { variables: values } : {}) }))
  })
  return { files, runs }
}

const commandsOf = (step: Step | LeafStep): readonly string[] => {
  if (step.kind === 'parallel') return step.steps.flatMap(commandsOf)
  return step.kind === 'run' ? [step.command] : []
}

const marksOf = (paths: readonly string[]): string =>
  paths
    .map(path => {
      const facts = statSync(path, { throwIfNoEntry: false })
      return facts ? `${facts.ino} ${facts.size} ${facts.mtimeMs} ${facts.ctimeMs}` : '-'
    })
    .join()
