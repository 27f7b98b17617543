#include "CJSONSchema.h"
