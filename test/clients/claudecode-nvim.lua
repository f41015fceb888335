-- Drives the editor plugin: once somebody is connected it sends files as a person does, and then says when a diff opens
-- and when it is gone.
vim.opt.rtp:prepend(vim.env.CLAUDECODE)
vim.cmd('runtime plugin/claudecode.lua')
local plugin = require('claudecode')
plugin.setup({ auto_start = true, log_level = 'error', terminal = { provider = 'none' } })
local say = function(...) io.stdout:write(table.concat({ ... }, ' '), '\n') end
local await = function(what, holds)
  if vim.wait(60000, holds, 20) then return say(what) end
  say('never', what)
  vim.cmd('cquit')
end
-- The plugin gathers what is sent within 50 ms, and sends nothing until its queue is looked at.
local sent = function()
  vim.wait(60000, function() return #plugin.state.mention_queue == 0 end, 20)
end
local diffs = function()
  return #vim.tbl_filter(function(window) return vim.wo[window].diff end, vim.api.nvim_list_wins())
end
vim.cmd('edit a.txt')
await('started', function() return plugin.state.port end)
await('connected', plugin.is_claude_connected)
vim.cmd('ClaudeCodeAdd %')
sent()
vim.cmd('2,3ClaudeCodeSend')
sent()
vim.cmd('cd src')
vim.cmd('ClaudeCodeAdd b.txt')
sent()
await('diff opened', function() return diffs() > 0 end)
await('diff closed', function() return diffs() == 0 end)
vim.cmd('qall!')
