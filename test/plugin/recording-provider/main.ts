import { serve } from "../../../src/plugin";
import { recordingProvider } from "./provider";

void serve(recordingProvider);
