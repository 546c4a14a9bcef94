import { serve } from "../../../src/plugin";
import { tfeProvider } from "./provider";

void serve(tfeProvider);
