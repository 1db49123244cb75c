// The theme of VitePress with fonts of the system, and the colours of the playground.
import theme from "vitepress/theme-without-fonts";
import "./style.css";

export default theme;
