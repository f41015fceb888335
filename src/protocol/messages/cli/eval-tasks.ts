import { area } from '../area.ts'

/** What is wrong with a task of an evaluation. */
export const evalTaskText = area('eval_tasks', {
  no_path: { en: 'there is no such file or folder', zh: '没有这个文件或文件夹' },
  no_tasks: {
    en: 'there are no tasks in it: a task is a folder with a task.yaml',
    zh: '其中没有任务：任务是含有 task.yaml 的文件夹',
  },
  not_instances: {
    en: 'only files of SWE-bench instances (.json, .jsonl) are read; name the folder of a task',
    zh: '只读取 SWE-bench 实例文件（.json、.jsonl）；请指定任务的文件夹',
  },
  no_instance: {
    en: 'no instance of SWE-bench: it needs {names:list}',
    zh: '不是 SWE-bench 实例：缺少 {names:list}',
  },
  no_clone: {
    en: 'there is no clone of {repo}: name the folder of clones with --repos',
    zh: '没有 {repo} 的克隆：请用 --repos 指定存放克隆的文件夹',
  },
  prompts: { en: '"prompt" and "prompts" exclude each other', zh: '"prompt" 与 "prompts" 不能同时使用' },
  outside: {
    en: '{path} leads out of the folder of the task: links may only name what is in it',
    zh: '{path} 指向任务文件夹之外：链接只能指向其中的内容',
  },
  absent: { en: 'there is no {path}', zh: '没有 {path}' },
  beginnings: {
    en: 'name one beginning: {names:and} exclude each other',
    zh: '起始状态只能指定一种：{names:and}不能同时使用',
  },
  no_ref: {
    en: '"setup.git.ref" must name a commit, branch or tag',
    zh: '"setup.git.ref" 应为提交、分支或标签',
  },
  no_check: {
    en: 'a task needs "check": a command, files, an answer or a rubric',
    zh: '任务需要 "check"：命令、文件、回答或评分标准',
  },
  no_overlay: { en: 'there is no {path} to put over the copy', zh: '没有可覆盖到副本上的 {path}' },
  nothing_checked: { en: 'nothing is checked', zh: '没有检查任何内容' },
  no_expected: {
    en: 'say what is expected: contains, matches or equals',
    zh: '请写明期望的内容：contains、matches 或 equals',
  },
  no_pattern: { en: '"{text}" is no regular expression', zh: '"{text}" 不是正则表达式' },
  no_rubric: { en: 'a rubric needs its text', zh: '评分标准需要正文' },
  network: { en: '"network" must be off, on or a list of hosts', zh: '"network" 应为 off、on 或主机列表' },
  no_command: {
    en: 'no command is known for the tests of "{ending}" files',
    zh: '不知道 "{ending}" 文件的测试用什么命令运行',
  },
  no_image: {
    en: 'there is neither environment/Dockerfile nor environment.docker_image: other environments need Harbor itself',
    zh: '既没有 environment/Dockerfile 也没有 environment.docker_image：其他环境需要 Harbor 本身',
  },
  no_instruction: { en: 'task.yaml has no instruction', zh: 'task.yaml 中没有 instruction' },
  no_dockerfile: {
    en: 'there is no Dockerfile: tasks of several containers need the harness itself',
    zh: '没有 Dockerfile：多容器的任务需要原本的测试框架',
  },
})
