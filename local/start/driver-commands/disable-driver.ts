#!/usr/bin/env node
import { runApiCommand } from './run-api-command.ts';

await runApiCommand('disable-driver');
