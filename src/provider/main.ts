import { serve } from "../plugin";
import { tfprojectsProvider } from "./provider";

void serve(tfprojectsProvider);
