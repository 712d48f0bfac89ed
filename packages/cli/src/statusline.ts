#!/usr/bin/env node
import { homeOfCopy } from './home-of-copy.ts';
import { showStatus } from './statusline/show-status.ts';
import { STATUS_FILE } from './statusline/status-settings.ts';

void showStatus(homeOfCopy(process.argv[1] ?? '', STATUS_FILE));
