/* Replaces axios in bundles. Imports axios by path, because its name is replaced with this module. */
import { restoreGlobal } from "./hidden-fetch.mjs";
import axios from "../../node_modules/axios/index.js";

restoreGlobal();

export default axios;
