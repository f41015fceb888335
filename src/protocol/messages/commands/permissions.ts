import { area } from '../area.ts'

/** What commands about permissions, hooks and the sandbox answer. */
export const permissionsAnswer = area('commands-permissions', {
  no_hooks: {
    en: 'No hooks are configured. They go under "hooks" in a settings file.',
    zh: '没有配置钩子。钩子写在设置文件的 "hooks" 中。',
  },
  hook_in_file: { en: '{source}: {file}', zh: '{source}：{file}' },
  hook_inactive: { en: '{hook} (not active)', zh: '{hook}（未生效）' },
  hooks_inactive: {
    en: 'Hooks that are not active come from a folder you have not trusted, or are switched off by settings.',
    zh: '未生效的钩子来自未信任的文件夹，或已被设置关闭。',
  },
  last_run: { en: '{facts:list}', zh: '{facts:list}' },

  mode: { en: 'Mode: {mode} (also: {modes:list})', zh: '权限模式：{mode}（可选：{modes:list}）' },
  directories: { en: 'Directories: {directories:list}', zh: '目录：{directories:list}' },
  sandbox: { en: 'Sandbox: {sandbox}', zh: '沙箱：{sandbox}' },
  no_rules: { en: 'No rules: the permission mode decides.', zh: '没有规则：由权限模式决定。' },
  nothing_asked: {
    en: 'Nothing in this session would ask under your rules.',
    zh: '按现有规则，本会话中没有会询问的操作。',
  },
  allow_by_number: {
    en: 'To allow some of them in this project: /fewer-permission-prompts 1 3. Undo with /permissions.',
    zh: '在本项目中允许其中一些：/fewer-permission-prompts 1 3。用 /permissions 撤销。',
  },
  now_allowed: { en: 'Now allowed in this project: {rules:list}', zh: '本项目已加入允许列表：{rules:list}' },
  no_such_number: {
    en: "{number} isn't one of the numbers. Run the command without numbers to see the list.",
    zh: '没有编号 {number}。不带编号运行可查看列表。',
  },

  sandbox_on: {
    en: 'Commands run in a sandbox: they write only in the working directories and reach only the network that is allowed.',
    zh: '命令在沙箱中运行：只能写入工作目录，只能访问允许的网络。',
  },
  sandbox_off: {
    en: 'Commands run without a sandbox. Turn it on with /sandbox on.',
    zh: '命令不在沙箱中运行。用 /sandbox on 开启。',
  },
  sandbox_unavailable: {
    en: "The sandbox is on but doesn't work on this machine: commands run without it, with the usual permission prompts. See /doctor.",
    zh: '沙箱已开启，但本机不可用：命令不经沙箱运行，照常询问权限。见 /doctor。',
  },
  sandbox_turned_on: {
    en: 'From the next start, commands run in a sandbox. Saved in {file}.',
    zh: '从下次启动起，命令在沙箱中运行。已保存到 {file}。',
  },
  sandbox_turned_off: {
    en: 'From the next start, commands run without a sandbox. Saved in {file}.',
    zh: '从下次启动起，命令不在沙箱中运行。已保存到 {file}。',
  },
  which_directory: {
    en: 'Which directory? For example: /add-dir ../other',
    zh: '哪个目录？例如：/add-dir ../other',
  },
  directory_saved: {
    en: 'Added {directory} as a working directory. Saved for later sessions in this project.',
    zh: '已将 {directory} 添加为工作目录。已保存，本项目之后的会话也有效。',
  },
  directory_added: {
    en: 'Added {directory} as a working directory. For this session only; add --save to keep it.',
    zh: '已将 {directory} 添加为工作目录。仅限本次会话；加 --save 可保存。',
  },
})
