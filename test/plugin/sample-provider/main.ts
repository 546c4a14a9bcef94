import { serve } from "../../../src/plugin";
import { sampleProvider } from "./provider";

void serve(sampleProvider);
