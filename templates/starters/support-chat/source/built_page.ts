// The task `build` writes the page here.

export const HTML = "<!DOCTYPE html><title>Support</title><p>The page is not built: run the task build.</p>";
export const STYLE = "";
export const SCRIPT = "";
