/* In bundles, in place of axios: this imports it by its path, since its name stands for this module. */
import { restoreGlobal } from "./hidden-fetch.mjs";
import axios from "../../node_modules/axios/index.js";

restoreGlobal();

export default axios;
