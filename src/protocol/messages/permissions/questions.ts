import { area } from '../area.ts'

/** Questions to the person that stand behind no rule: what would happen, and why it is asked. */
export const questionText = area('questions', {
  agents: { en: '{count:number} agents would start at once.', zh: '将同时启动 {count} 个智能体。' },
  agents_cost: {
    en: '{count:number} agents would start at once, for about {price}.',
    zh: '将同时启动 {count} 个智能体，约 {price}。',
  },
  workflow: {
    en: 'Up to {count:number} agents would start. They stop at {limit}.',
    zh: '将启动最多 {count} 个智能体，花费达到 {limit} 时停止。',
  },
  workflow_cost: {
    en: 'Up to {count:number} agents would start, for about {price}. They stop at {limit}.',
    zh: '将启动最多 {count} 个智能体，约 {price}，花费达到 {limit} 时停止。',
  },
  cd_title: { en: 'Change the working directory', zh: '切换工作目录' },
  cd_rule: { en: 'Your rule {rule} asks.', zh: '你的规则 {rule} 要求询问。' },
  host_title: { en: 'Let commands in the sandbox reach a host', zh: '允许沙箱中的命令访问主机' },
  host: {
    en: 'No list in your settings names it. A yes holds for this session, and for everything that runs in the sandbox.',
    zh: '设置中的列表没有写明该主机。同意后在本次会话中有效，适用于沙箱中运行的一切。',
  },
  remote_connect: { en: 'Connect to {host} and look at files there', zh: '连接 {host} 并查看其中的文件' },
  remote_look: { en: 'On {host}: read {what}', zh: '在 {host} 上读取 {what}' },
  remote_edit: { en: 'On {host}: change {what}', zh: '在 {host} 上修改 {what}' },
  remote_run: { en: 'On {host}: run {what}', zh: '在 {host} 上运行 {what}' },
  site_title: { en: 'Use the browser at {host} in this session', zh: '在本次会话中用浏览器访问 {host}' },
  site: {
    en: 'The page at {from} leads there. A yes holds for this session.',
    zh: '{from} 的页面指向那里。同意后在本次会话中有效。',
  },
  script_title: { en: 'Run a script in the page at {url}', zh: '在 {url} 的页面中运行脚本' },
  script: {
    en: 'It can do there whatever you can, and read what you typed.',
    zh: '它能在该页面做你能做的一切，也能读取你输入的内容。',
  },
  workflow_title: { en: 'Have several agents make a plan', zh: '让多个智能体制定计划' },
  checkout_sandboxed: {
    en: 'Git would start these programs inside the sandbox. Without them the worktree is made as well.',
    zh: 'git 会在沙箱内启动这些程序。不启动它们也能创建工作树。',
  },
  checkout: {
    en: 'Git would start these programs outside the sandbox. Without them the worktree is made as well.',
    zh: 'git 会在沙箱外启动这些程序。不启动它们也能创建工作树。',
  },
  checkout_title: {
    en: 'Run what git is set to run for a new worktree',
    zh: '运行 git 为新工作树设置的程序',
  },
  with_list: { en: '{why} {list}', zh: '{why}{list}' },
  schedule: {
    en: 'It comes with this project, and runs by itself only if you approve it. Changes to it ask again.',
    zh: '它来自此项目，批准后才会自动运行；内容变化时会再次询问。',
  },
  server: {
    en: 'It comes with this project, and starts only if you approve it. Changes to it ask again.',
    zh: '它来自此项目，批准后才会启动；内容变化时会再次询问。',
  },
  page: {
    en: 'The MCP server {server} asks you to open this page: {message}',
    zh: 'MCP 服务器 {server} 请你打开此网页：{message}',
  },
  server_asks: { en: 'The MCP server {server} asks: {message}', zh: 'MCP 服务器 {server} 询问：{message}' },
  settings: {
    en: 'Settings changed during this session, and they allow more than before.',
    zh: '会话期间设置发生了变化，允许的范围比以前更大。',
  },
  settings_yours: {
    en: 'Settings changed during this session, and they allow more than before. Did you make this change?',
    zh: '会话期间设置发生了变化，允许的范围比以前更大。是你改的吗？',
  },
  settings_title: { en: 'Use the changed settings in {files}', zh: '使用 {files} 中更改后的设置' },
})
